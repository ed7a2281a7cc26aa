import { Component, type ReactNode } from 'react';
import { Button } from '../parts/Button.tsx';
import { initialLocale } from './display.tsx';
import styles from './Root.module.css';

// The texts of the product come from the server; when it cannot be reached, these two are all there is.
const texts = {
  'en-CA': ['The server cannot be reached. Check your connection, then try again.', 'Try again'],
  'fr-CA': ['Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.', 'Réessayer'],
} as const;

/** What is shown when the application cannot even start. */
export class StartFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const [message, retry] = texts[initialLocale()];
    return (
      <main className={styles.failure} role="alert">
        <p>{message}</p>
        <Button tone="primary" onPress={() => location.reload()}>
          {retry}
        </Button>
      </main>
    );
  }
}
