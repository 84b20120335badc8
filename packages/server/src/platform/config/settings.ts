import {
  accounts,
  captcha,
  lifetimes,
  organizations,
  passwords,
  teams,
  usernames,
} from './account-settings.ts'
import { commandLine } from './command-line-settings.ts'
import { database, discord, githubApp, mail, server, storage, stripe } from './server-settings.ts'
import { sessions } from './session-settings.ts'
import type { Setting } from './setting.ts'

/** Every setting of the server, in the order of the documentation. */
export const settings = {
  server,
  database,
  mail,
  stripe,
  storage,
  accounts,
  passwords,
  usernames,
  sessions,
  lifetimes,
  captcha,
  organizations,
  teams,
  discord,
  githubApp,
  commandLine,
} as const

type Values<G> = { readonly [K in keyof G]: G[K] extends Setting<infer T> ? T : never }
export type SettingValues = { readonly [G in keyof typeof settings]: Values<(typeof settings)[G]> }

export const settingGroups: readonly SettingGroup[] = [
  group('Server', server),
  group('Database', database),
  group('Mail', mail),
  group('Payments', stripe),
  group('Files', storage),
  group('Accounts', accounts),
  group('Passwords', passwords),
  group('Usernames', usernames),
  group('Sessions', sessions),
  group('Lifetimes of links, in seconds', lifetimes),
  group('Captcha', captcha),
  group('Organizations', organizations),
  group('Teams', teams),
  group('Discord benefit', discord),
  group('GitHub benefit', githubApp),
  group('Command line', commandLine),
]

interface SettingGroup {
  readonly title: string
  readonly settings: readonly Setting<unknown>[]
}

function group(title: string, members: Readonly<Record<string, Setting<unknown>>>): SettingGroup {
  return { title, settings: Object.values(members) }
}
