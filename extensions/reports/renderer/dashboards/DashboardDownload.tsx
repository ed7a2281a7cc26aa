import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button, errorText, Icon, Menu, saveBlob, useApi, useDialogs, useMessage } from '#renderer';
import type { ChosenValues, Dashboard } from './types.ts';

type Props = { readonly dashboard: Dashboard; readonly chosen: ChosenValues };

type Format = 'pdf' | 'png' | 'svg';

/** Saves the dashboard, with its filters, as a PDF or a picture. */
export function DashboardDownload({ dashboard, chosen }: Props) {
  const say = useMessage();
  const api = useApi();
  const { alert } = useDialogs();
  const saving = useMutation({
    mutationFn: async (format: Format) => {
      const asked = format === 'pdf' ? 'PDF' : 'SVG';
      const content = await api.download(`/report/dashboards/${dashboard.Id}/file?format=${asked}`, {
        method: 'POST',
        body: { Chosen: chosen },
      });
      const name = content instanceof File ? content.name : `dashboard.${asked.toLowerCase()}`;
      if (format !== 'png') return saveBlob(content, name);
      const picture = await pixelsOf(content);
      if (!picture) throw new Error('The picture could not be drawn.');
      saveBlob(picture, name.replace(/svg$/, 'png'));
    },
    onError: (error) => void alert(errorText(error, say, 'dashboard.download.failed')),
  });
  const entry = (id: Format) => ({
    ...{ id, label: say(`dashboard.download.${id}`) },
    onAction: () => saving.mutate(id),
  });
  return (
    <Menu
      label={say('dashboard.download')}
      trigger={
        <Button icon={<Icon icon={Download} />} busy={saving.isPending}>
          {say('dashboard.download')}
        </Button>
      }
      entries={[entry('pdf'), entry('png'), entry('svg')]}
    />
  );
}

/** Pixels for each point, so that letters stay sharp on a wide screen; less for a picture that browsers cannot hold. */
const [sharpness, mostPixels] = [2, 12_000];

/** Draws a picture in the browser; null where it cannot. */
async function pixelsOf(svg: Blob): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(sharpness, mostPixels / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width * scale, image.height * scale];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, 'image/png'));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
