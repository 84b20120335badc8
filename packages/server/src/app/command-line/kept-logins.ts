import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { type Environment, given } from '../../platform/config/setting.ts'
import { StartFailure } from '../../platform/start-failure.ts'

const KeptLogin = z.object({
  token: z.string(),
  tokenId: z.string(),
  organizationName: z.string(),
  organizationSlug: z.string(),
})

const KeptLogins = z.object({
  /** The server of the last login; null after its logout. */
  current: z.nullable(z.string()),
  /** By the URL of the server. */
  logins: z.record(z.string(), KeptLogin),
})

export type KeptLogin = z.output<typeof KeptLogin>
export type KeptLogins = z.output<typeof KeptLogins>

/** One spelling of each URL, without a slash at its end. */
export const serverKey = (url: string): string => new URL(url).href.replace(/\/+$/, '')

/** In the user's configuration folder; null where the environment names none. */
function loginsFile(env: Environment): string | null {
  const folder = given(env, 'XDG_CONFIG_HOME') ?? given(env, 'APPDATA')
  const home = given(env, 'HOME')
  if (folder !== null) return join(folder, 'guildhall', 'logins.json')
  return home === null ? null : join(home, '.config', 'guildhall', 'logins.json')
}

const none: KeptLogins = { current: null, logins: {} }

export function readLogins(env: Environment): KeptLogins {
  const file = loginsFile(env)
  const text = file === null ? null : textOf(file)
  if (text === null) return none
  try {
    return z.parse(KeptLogins, JSON.parse(text))
  } catch {
    throw new StartFailure(`${file} is damaged. Delete it, and log in again.`)
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing) return null
    throw error
  }
}

/** Only the user may read it; a crash leaves the old or the new content. */
export function writeLogins(env: Environment, logins: KeptLogins): void {
  const file = loginsFile(env)
  if (file === null) throw new StartFailure('There is no folder for the login. Set HOME.')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 })
  // An unfinished file of an earlier process keeps its mode.
  chmodSync(unfinished, 0o600)
  renameSync(unfinished, file)
}
