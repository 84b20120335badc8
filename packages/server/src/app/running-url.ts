import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, given } from '../platform/config/setting.ts'
import { settings } from '../platform/config/settings.ts'

const fileIn = (dataFolder: string): string => join(dataFolder, 'url')

/**
 * Lets commands on this machine find the server. Returns how to take it back, which leaves the URL of
 * another server that has started on the same folder meanwhile.
 */
export async function announceUrl(dataFolder: string, url: string): Promise<() => Promise<void>> {
  const file = fileIn(dataFolder)
  await writeFile(file, url)
  return async () => {
    if (announcedIn(dataFolder) === url) await rm(file, { force: true })
  }
}

function announcedIn(dataFolder: string): string | null {
  try {
    return readFileSync(fileIn(dataFolder), 'utf8')
  } catch {
    return null
  }
}

/** The URL of the server that runs on the data folder, unless the settings say which one is meant. */
export function withRunningUrl(env: Environment): Environment {
  const { data, port, url } = settings.server
  if (given(env, url.name) !== null || given(env, port.name) !== null) return env
  const running = announcedIn(data.text(env) ?? '')
  return running === null ? env : { ...env, [url.name]: running }
}
