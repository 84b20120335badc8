import { nearestName } from '@guildhall/contract/nearest-name'
import { maskText } from '../mask.ts'
import { isFamilyName } from './families.ts'
import { type OidcClient, readOidc } from './oidc.ts'
import { faultsOfWhole } from './rules.ts'
import { type Environment, given, type Setting } from './setting.ts'
import { type SettingValues, settingGroups, settings } from './settings.ts'
import { readSocial, type SocialClient, socialNames } from './social.ts'

export interface Config extends SettingValues {
  readonly social: readonly SocialClient[]
  readonly oidc: readonly OidcClient[]
}

export interface ConfigFaults {
  /** One line per fault, naming the setting and the reason; never contains secrets. */
  readonly faults: readonly string[]
}

/** Returns the whole configuration or all faults at once. */
export function readConfig(env: Environment): Config | ConfigFaults {
  const faults = unknownNames(env)
  const config: Config = {
    ...readGroups(env, faults),
    social: readSocial(env, faults),
    oidc: readOidc(env, faults),
  }
  if (faults.length > 0) return { faults }
  const whole = faultsOfWhole(env, config)
  return whole.length > 0 ? { faults: whole } : config
}

function unknownNames(env: Environment): string[] {
  const known = [...settingGroups.flatMap(namesOf), ...socialNames]
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('GUILDHALL_') && !known.includes(name) && !isFamilyName(name),
  )
  const byBareName = new Map(known.map((name) => [bareName(name), name]))
  return unknown.map((name) => {
    const nearest = nearestName(bareName(name), byBareName.keys())
    const hint = nearest === null ? '' : `; did you mean ${byBareName.get(nearest)}?`
    return `${name} is not a setting${hint}`
  })
}

/** Not all settings have our prefix, and the prefix says nothing about which one was meant. */
const bareName = (name: string): string => name.replace(/^GUILDHALL_/, '').toLowerCase()

const namesOf = (group: (typeof settingGroups)[number]) => group.settings.map(({ name }) => name)

function readGroups(env: Environment, faults: string[]): SettingValues {
  const groups = Object.entries<Group>(settings).map(([name, group]): unknown[] => [
    name,
    readGroup(group, env, faults),
  ])
  return Object.fromEntries(groups)
}

type Group = Readonly<Record<string, Setting<unknown>>>

function readGroup(group: Group, env: Environment, faults: string[]): object {
  const values = Object.entries(group).map(([key, setting]) => {
    const parsed = setting.read(env)
    if ('value' in parsed) return [key, parsed.value]
    const raw = given(env, setting.name)
    // A default can only be invalid because the setting that it follows is, which is reported
    // itself.
    if (raw !== null) {
      faults.push(
        `${setting.name} ${parsed.fault}${setting.secret ? '' : `, not ${maskText(raw)}`}`,
      )
    }
    return [key, null]
  })
  return Object.fromEntries(values)
}
