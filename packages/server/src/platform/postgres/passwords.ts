import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Passwords } from './roles.ts'

/** The passwords for TCP, generated once and readable only by the server. */
export async function readPasswords(dataFolder: string): Promise<Passwords> {
  const path = join(dataFolder, 'postgres-passwords')
  const kept = await readFile(path, 'utf8').catch(() => '')
  const [owner, app] = kept.trim().split('\n')
  if (owner && app) return { owner, app }
  const passwords = { owner: makePassword(), app: makePassword() }
  await writeFile(path, `${passwords.owner}\n${passwords.app}\n`, { mode: 0o600 })
  await chmod(path, 0o600)
  return passwords
}

const makePassword = () => randomBytes(24).toString('base64url')
