// Names of the shipped code tables; one JSON file each in shared/codes/tables.

export type CodeTableName = string;
