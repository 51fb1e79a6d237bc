// Contains the failure of a screen: the frame stays usable, so the user can go back, go elsewhere, or try again.

import { Component, type ReactNode } from 'react';
import { FailureNotice } from '../components/FailureNotice.tsx';

interface State {
  readonly thrown: { readonly value: unknown } | undefined;
}

export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { thrown: undefined };

  static getDerivedStateFromError(value: unknown): State {
    return { thrown: { value } };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === undefined) return this.props.children;
    return <FailureNotice thrown={thrown.value} onRetry={() => this.setState({ thrown: undefined })} />;
  }
}
