// The connections of a service that has several processes, which count them together.

export interface SharedConnections {
  /**
   * Counts a connection until `closed`; not if its network has too many.
   *
   * @param network undefined for a proxy, whose connections count only among all
   */
  opened(
    network: string | undefined,
    limits: { readonly all: number; readonly ofNetwork: number },
  ): Promise<'welcome' | 'too many' | 'too many of the network'>;
  closed(network: string | undefined): void;
}
