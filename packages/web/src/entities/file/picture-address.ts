import { mistakeIn, rule } from '#/lib/form-schema.ts'
import { webAddress } from '#/lib/web-address.ts'

/** The URL of a picture as typed; may be empty. */
export function pictureAddress(schema: Parameters<typeof webAddress>[0]) {
  const address = webAddress(schema)
  return rule<string>((typed) => (isUploaded(typed.trim()) ? null : mistakeIn(address, typed)))
}

/** Uploads are stored at this server, which may lack https in development. */
function isUploaded(address: string): boolean {
  return typeof location !== 'undefined' && address.startsWith(`${location.origin}/`)
}
