interface Presented {
  readonly headers: { readonly authorization?: string | undefined }
}

const bearerShape = /^bearer(?: +(.*))?$/i

/** The token after “Bearer”; null when there is none of that kind. */
export function shownBearer({ headers: { authorization } }: Presented): string | null {
  const shown = bearerShape.exec(authorization ?? '')
  return shown === null ? null : (shown[1] ?? '')
}
