import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appName, databaseName, socketUrl } from './connection.ts'

/** The url of a running server's database, for other tools on this machine; null when none runs. */
export function runningServerUrl(dataFolder: string): string | null {
  try {
    const lines = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    const [, , , port = '', socketFolder = ''] = lines
    return socketUrl(appName, databaseName, { socketFolder, port: Number(port) })
  } catch {
    return null
  }
}
