/** Counts in a thread of its own, so that nobody who types waits for it. */
import { countImpact, type ImpactQuestion } from '#engine';

type Port = {
  onmessage: ((event: MessageEvent<ImpactQuestion>) => void) | null;
  postMessage: (answer: unknown) => void;
};
const port = globalThis as unknown as Port;

port.onmessage = ({ data }) => port.postMessage(countImpact(data) ?? null);
