import { Component, type ReactNode, useState } from 'react';
import { useRouteError } from 'react-router';
import { noteCrash } from '../data/crash.ts';
import { useMessage } from '../data/messages.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly error?: unknown };

/** Limits a render error to one part of the page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <Crash error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

/** A render error of a whole page. */
export function CrashPage() {
  return <Crash error={useRouteError()} onRetry={() => location.reload()} />;
}

/** Whether code failed to load, as after a deployment; only a page reload helps. */
function isStale(error: unknown): boolean {
  return error instanceof TypeError && /module/i.test(error.message) && /import|fetch/i.test(error.message);
}

function Crash({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const say = useMessage();
  useState(noteCrash);
  const text = error instanceof Error && error.name === 'ApiError' ? error.message : say('ui.error.text');
  return <ErrorState text={text} onRetry={isStale(error) ? () => location.reload() : onRetry} />;
}
