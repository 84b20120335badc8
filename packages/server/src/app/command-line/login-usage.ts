import type { Environment } from '../../platform/config/setting.ts'
import { settings } from '../../platform/config/settings.ts'
import { serverKey } from './kept-logins.ts'
import { readArgs, readServerUrl, type UsageError } from './usage.ts'

const { token } = settings.commandLine

const serverLines = `  --server <url>    default: ${settings.server.url.name}, or that of the server of this folder, or of the
                    last login, or ${settings.server.url.text({})}
  --json            print JSON`

export const loginHelp = `guildhall login [options]

Gets an access token by the browser. Prints a URL and a code; open the URL on any machine, sign in,
type the code, and choose the organization and what the token may do. The other commands then use the
token, unless ${token.name} is set. It is kept in ~/.config/guildhall/logins.json, which only you can
read.

${serverLines}: first the URL and the code, then the organization

  guildhall login --server https://billing.example.com
  guildhall listen http://localhost:4000/webhooks`

export const logoutHelp = `guildhall logout [options]

Revokes the access token of a login, and forgets it.

${serverLines}

  guildhall logout --server https://billing.example.com`

export interface LoginOptions {
  /** Of the server. */
  readonly url: string
  readonly isJson: boolean
}

const options = { server: { type: 'string' }, json: { type: 'boolean' } } as const

/** For both of them. */
export function readLogin(args: readonly string[], env: Environment): LoginOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.length > 0) return { usageError: `Pass the server as --server ${positionals[0]}` }
  const url = readServerUrl(values.server, env)
  return 'usageError' in url ? url : { url: serverKey(url.url), isJson: values.json === true }
}
