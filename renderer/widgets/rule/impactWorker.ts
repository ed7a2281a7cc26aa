/** Counts in a worker thread, to keep typing responsive. */
import { countImpact, type ImpactQuestion } from '#engine';

type Port = {
  onmessage: ((event: MessageEvent<ImpactQuestion>) => void) | null;
  postMessage: (answer: unknown) => void;
};
const port = globalThis as unknown as Port;

port.onmessage = ({ data }) => port.postMessage(countImpact(data) ?? null);
