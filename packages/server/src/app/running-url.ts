import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, given } from '../platform/config/setting.ts'
import { settings } from '../platform/config/settings.ts'

const fileIn = (dataFolder: string): string => join(dataFolder, 'url')

/** Lets commands on this machine find the server. Returns how to take it back. */
export async function announceUrl(dataFolder: string, url: string): Promise<() => Promise<void>> {
  await writeFile(fileIn(dataFolder), url)
  return () => rm(fileIn(dataFolder), { force: true })
}

/** The URL of the server that runs on the data folder, unless the settings say which one is meant. */
export function withRunningUrl(env: Environment): Environment {
  const { data, port, url } = settings.server
  if (given(env, url.name) !== null || given(env, port.name) !== null) return env
  try {
    return { ...env, [url.name]: readFileSync(fileIn(data.text(env) ?? ''), 'utf8') }
  } catch {
    return env
  }
}
