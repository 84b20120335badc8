import { expect, test } from 'vitest'
import { assert } from '../kernel/assert.ts'
import { readConfig } from '../platform/config/config.ts'
import { exposureWarnings } from './exposure.ts'

const url = 'http://localhost:3000'

const namesIn = (env: Readonly<Record<string, string>>): string[] => {
  const config = readConfig(env)
  assert(!('faults' in config), `the settings are good: ${JSON.stringify(config)}`)
  return exposureWarnings(config).map((warning) => warning.split(' is ')[0] ?? '')
}

test.each([
  ['listens to this machine alone', { GUILDHALL_URL: url, HOST: '127.0.0.1' }, []],
  ['has a public URL', { GUILDHALL_URL: 'https://shop.example', HOST: '0.0.0.0' }, []],
  ['listens to others under a local URL', { GUILDHALL_URL: url, HOST: '0.0.0.0' }, ['HOST']],
  ['listens to others by IPv6', { GUILDHALL_URL: url, HOST: '::' }, ['HOST']],
  [
    'shows them the mails as well',
    { GUILDHALL_URL: url, HOST: '0.0.0.0', GUILDHALL_DEV_MAIL: 'on' },
    ['HOST', 'GUILDHALL_DEV_MAIL'],
  ],
])('a server that %s', (_what, env, names) => {
  expect(namesIn({ GUILDHALL_SECRET: 's'.repeat(40), ...env })).toEqual(names)
})
