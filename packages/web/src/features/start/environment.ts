export interface Values {
  origin: string
  organizationId: string
  /** Null until it is created. */
  token: string | null
  /** Null if the application creates its product. */
  productId: string | null
}

/** The content of `.env` for the application of the quickstart. */
export function environmentText({ origin, organizationId, token, productId }: Values): string {
  return [
    `GUILDHALL_URL=${origin}`,
    `GUILDHALL_ACCESS_TOKEN=${token ?? '…'}`,
    `ORGANIZATION_ID=${organizationId}`,
    ...(productId === null ? [] : [`PRODUCT_ID=${productId}`]),
  ].join('\n')
}
