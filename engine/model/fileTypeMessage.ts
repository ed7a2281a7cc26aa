const names: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/plain': 'text',
  'text/csv': 'csv',
};

/** Key of what a person calls a kind of file. */
export function fileTypeMessage(mediaType: string): string {
  return `file.type.${names[mediaType] ?? 'other'}`;
}
