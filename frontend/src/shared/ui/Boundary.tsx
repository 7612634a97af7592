import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** In place of what broke. */
  readonly fallback: (error: unknown) => ReactNode;
}

/** Keeps the page around it alive, with what was typed there, when a part of it does not load or breaks. */
export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error);
  }
}
