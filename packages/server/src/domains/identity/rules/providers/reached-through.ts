import type { Provider } from './provider.ts'

/** The same provider with every host of theirs behind one server, each under its own name. */
export function reachedThrough(base: string | null, row: Provider): Provider {
  if (base === null) return row
  const moved = (url: string) => `${base.replace(/\/+$/, '')}/${url.replace(/^https?:\/\//, '')}`
  return {
    ...row,
    authorizeUrl: moved(row.authorizeUrl),
    tokenUrl: moved(row.tokenUrl),
    refreshUrl: row.refreshUrl === null ? null : moved(row.refreshUrl),
    idToken: row.idToken === null ? null : { ...row.idToken, keysUrl: moved(row.idToken.keysUrl) },
    calls: row.calls.map((call) => ({ ...call, url: moved(call.url) })),
  }
}
