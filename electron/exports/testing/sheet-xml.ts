import { unzip } from '@cj-tech-master/excelts/archive';

/** The XML of the sheet of a workbook. */
export async function sheetXml(workbook: Uint8Array): Promise<string> {
  const entry = await unzip(workbook).get('xl/worksheets/sheet1.xml');
  if (entry === null) throw new Error('the workbook has no sheet');
  return entry.text();
}
