import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian installs servers, which a user’s PATH may lack. */
const serverFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...serverFolders]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
