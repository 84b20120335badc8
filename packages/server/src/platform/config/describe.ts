import { masked, maskText } from '../mask.ts'
import { isFamilyName, isSecretFamilyName } from './families.ts'
import { type Environment, given, type Setting } from './setting.ts'
import { settingGroups } from './settings.ts'

const nameWidth = 44

/** The settings in effect as a table of text, one line each, secrets masked. */
export function describeConfig(env: Environment): string {
  const groups = settingGroups.map(({ title, settings }) => [
    title,
    ...settings.map((setting) => lineOf(setting, env)),
  ])
  const signIn = Object.keys(env)
    .filter(isFamilyName)
    .sort()
    .map((name) => lineOfFamily(name, env))
  return [...groups, signIn.length > 0 ? ['Sign-in providers', ...signIn] : []]
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function lineOf(setting: Setting<unknown>, env: Environment): string {
  const raw = given(env, setting.name)
  const text = setting.text(env)
  if (text === null) return line(setting.name, '–', says(setting))
  if (raw === null) return line(setting.name, text, 'default')
  return line(setting.name, setting.secret ? masked : maskText(text), '')
}

const says = ({ fallback }: Setting<unknown>) => ('says' in fallback ? fallback.says : 'default')

function lineOfFamily(name: string, env: Environment): string {
  const value = given(env, name) ?? ''
  return line(name, isSecretFamilyName(name) ? masked : maskText(value), '')
}

function line(name: string, value: string, remark: string): string {
  return `  ${name.padEnd(nameWidth)} ${value}${remark === '' ? '' : `  (${remark})`}`
}
