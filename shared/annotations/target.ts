// What a person can mark or take a note on.

export const ANNOTATION_TARGETS = ['runner', 'race', 'horse', 'jockey', 'trainer', 'sire'] as const;

export type AnnotationTarget = (typeof ANNOTATION_TARGETS)[number];
