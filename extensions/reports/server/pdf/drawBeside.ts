/** Regions beside each other on the pages of a PDF: each fills its part of a page before they all turn it. */
import type { Beside, Flow } from '#extensions/reports/engine';
import { PdfFlow } from './PdfFlow.ts';
import type { PdfSheet } from './PdfSheet.ts';

export async function drawBeside(sheet: PdfSheet, body: PdfFlow, piece: Beside): Promise<void> {
  body.skip(piece.gap);
  const runs = piece.flows.map((flow) => new RunningFlow(sheet, flow));
  const origin = body.y;
  const wasBare = body.isBare;
  let page = 0;
  for (;;) {
    for (const run of runs) {
      const above = run.flow.after.flatMap((at) => runs[at] ?? []);
      if (run.isDone || !above.every(({ isDone }) => isDone)) continue;
      if (!run.isBegun) run.begin(startOf(run.flow, above, { origin, page }), page > 0 || wasBare);
      await run.work();
      if (run.isDone) run.page = page;
    }
    if (runs.every(({ isDone }) => isDone)) break;
    await body.turnPage();
    page += 1;
  }
  const feet = runs.filter((run) => run.page === page).map((run) => run.y + piece.height - footOf(run.flow));
  body.y = Math.max(sheet.top, ...feet);
  body.isBare = page === 0 && wasBare && runs.every(({ isBare }) => isBare);
}

const footOf = ({ box }: Flow): number => box.top + box.height;

/** Below the lowest of those above it on this page, with the space that the definition leaves. */
function startOf(
  { box }: Flow,
  above: readonly RunningFlow[],
  { origin, page }: { readonly origin: number; readonly page: number },
): number {
  const last = above.filter((one) => one.page === page);
  return last.length > 0
    ? Math.max(...last.map((one) => one.y + box.top - footOf(one.flow)))
    : origin + box.top;
}

/** Drawn piece by piece until it needs the next page, where it waits for the others. */
class RunningFlow {
  readonly flow: Flow;
  isBegun = false;
  isDone = false;
  /** The page that it ended on. */
  page = -1;
  private readonly sheet: PdfSheet;
  private readonly lines: PdfFlow;
  private resume: (() => void) | undefined;
  private settle: { readonly stop: () => void; readonly fail: (error: unknown) => void } | undefined;

  constructor(sheet: PdfSheet, flow: Flow) {
    this.sheet = sheet;
    this.flow = flow;
    const turns = () =>
      new Promise<void>((resume) => {
        this.resume = resume;
        this.settle?.stop();
      });
    const beside = (flow: PdfFlow, piece: Beside) => drawBeside(sheet, flow, piece);
    this.lines = new PdfFlow(sheet, { turns, beside, isBeside: true });
  }

  get y(): number {
    return this.lines.y;
  }

  get isBare(): boolean {
    return this.lines.isBare;
  }

  begin(y: number, isFresh: boolean): void {
    this.isBegun = true;
    this.lines.y = y;
    this.lines.isBare = isFresh && y <= this.sheet.top;
  }

  /** Resolves when it is done, or waits for the next page. */
  work(): Promise<void> {
    return new Promise((stop, fail) => {
      this.settle = { stop, fail };
      if (this.resume) this.resume();
      else
        this.drawAll().then(
          () => {
            this.isDone = true;
            this.settle?.stop();
          },
          (error) => this.settle?.fail(error),
        );
    });
  }

  private async drawAll(): Promise<void> {
    for await (const piece of this.flow.pieces) {
      await this.lines.add(piece);
      await this.sheet.rest();
    }
    this.lines.end();
  }
}
