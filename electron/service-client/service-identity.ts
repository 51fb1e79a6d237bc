// Which service records come from.

/** The sample service's port varies, so it has a name of its own. */
export type ServiceIdentity =
  | { readonly kind: 'sample' }
  | { readonly kind: 'account'; readonly baseUrl: string };

/** The same for the same service, whichever of its keys are used. */
export const serviceName = (identity: ServiceIdentity): string =>
  identity.kind === 'sample' ? 'sample' : identity.baseUrl;
