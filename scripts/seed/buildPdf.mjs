/** A one-page PDF with a title and lines of text, reproducible byte for byte. */
export function buildPdf(title, lines) {
  const text = [
    'BT /F2 20 Tf 60 720 Td',
    `(${escaped(title)}) Tj`,
    '/F1 11 Tf 0 -36 Td 17 TL',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) /Producer (Formwright) >>`,
  ];
  return Buffer.from(assembled(objects), 'latin1');
}

/** Concatenates the objects and appends the cross-reference table. */
function assembled(objects) {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return file + table + end;
}

const escaped = (text) => text.replaceAll('’', "'").replace(/[\\()]/g, '\\$&');
