interface Presented {
  readonly headers: { readonly authorization?: string | undefined }
}

const bearerShape = /^bearer(?: +(.*))?$/i

/** What stands behind “Bearer”; null where nothing of that kind is shown. */
export function shownBearer({ headers: { authorization } }: Presented): string | null {
  const shown = bearerShape.exec(authorization ?? '')
  return shown === null ? null : (shown[1] ?? '')
}
