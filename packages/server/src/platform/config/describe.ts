import { groupBy } from '../../kernel/indexing.ts'
import { masked, maskText } from '../mask.ts'
import { isFamilyName, isSecretFamilyName } from './families.ts'
import { type Environment, given, type Setting } from './setting.ts'
import { settingGroups } from './settings.ts'

const nameWidth = 44

/** A setting in effect; `value` is null if it is absent, and secrets are masked. */
interface DescribedSetting {
  readonly group: string
  readonly name: string
  readonly value: string | null
  /** Whether nothing was given. */
  readonly isDefault: boolean
  /** What an absent setting means. */
  readonly meaning?: string
}

export function describeSettings(env: Environment): DescribedSetting[] {
  const groups = settingGroups.flatMap(({ title, settings }) =>
    settings.map((setting) => ({ group: title, ...described(setting, env) })),
  )
  const signIn = Object.keys(env)
    .filter(isFamilyName)
    .sort()
    .map((name) => ({ group: 'Sign-in providers', ...describedFamily(name, env) }))
  return [...groups, ...signIn]
}

type Described = Omit<DescribedSetting, 'group'>

function described(setting: Setting<unknown>, env: Environment): Described {
  const { name } = setting
  const text = setting.text(env)
  if (text === null) return { name, value: null, isDefault: true, meaning: says(setting) }
  if (given(env, name) === null) return { name, value: text, isDefault: true }
  return { name, value: setting.secret ? masked : maskText(text), isDefault: false }
}

const says = ({ fallback }: Setting<unknown>) => ('says' in fallback ? fallback.says : 'default')

function describedFamily(name: string, env: Environment): Described {
  const value = isSecretFamilyName(name) ? masked : maskText(given(env, name) ?? '')
  return { name, value, isDefault: false }
}

/** The same as a table of text, one line each. */
export const configText = (env: Environment): string =>
  [...groupBy(describeSettings(env), ({ group }) => group)]
    .map(([group, members]) => `${[group, ...members.map(lineOf)].join('\n')}\n`)
    .join('\n')

function lineOf({ name, value, isDefault, meaning = 'default' }: DescribedSetting): string {
  return `  ${name.padEnd(nameWidth)} ${value ?? '–'}${isDefault ? `  (${meaning})` : ''}`
}
