import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../start-failure.ts'
import { secretCharactersMin } from './server-settings.ts'

/**
 * The secrets of a server started without GUILDHALL_SECRET: created at its first start in the data
 * folder, readable only by its user. One per line; a new line at the top rotates like a list in
 * GUILDHALL_SECRET does.
 */
export async function loadSecret(dataFolder: string): Promise<readonly string[]> {
  const path = join(dataFolder, 'secret')
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const kept = (await readIfThere(path)) ?? (await makeSecretFile(dataFolder, path))
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  const secrets = kept.split('\n').map((line) => line.trim())
  const lines = secrets.filter((line) => line !== '')
  if (lines.length === 0 || lines.some((line) => line.length < secretCharactersMin)) {
    throw new StartFailure(
      `${path} must hold secrets of at least ${secretCharactersMin} characters`,
    )
  }
  return lines
}

/**
 * Written to a temporary file and linked into place, so of two concurrent starts one wins and both
 * read the same secret.
 */
async function makeSecretFile(dataFolder: string, path: string): Promise<string> {
  const aside = join(dataFolder, `secret.${randomBytes(6).toString('hex')}`)
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(48).toString('base64url')}\n`)
    await file.sync()
    await link(aside, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await file.close()
    await rm(aside, { force: true })
  }
  return readFile(path, 'utf8')
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFailure(`${path} cannot be read: ${reason}`, { cause: error })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
