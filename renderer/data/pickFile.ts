/** Asks the person for one file; undefined when they think better of it. */
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

/** The form a declared upload takes: the file, and its name once more as JSON. */
export function formOfFile(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  form.append('FileName', new Blob([JSON.stringify(file.name)], { type: 'application/json' }));
  return form;
}
