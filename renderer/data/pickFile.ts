/** Opens the file picker; undefined on cancel. */
export function pickFile(accept: readonly string[]): Promise<File | undefined> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept.join(',');
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
}

/** The form data of a declared upload: the file, and its name as JSON. */
export function formOfFile(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  form.append('FileName', new Blob([JSON.stringify(file.name)], { type: 'application/json' }));
  return form;
}
