import { expect, test } from 'vitest'
import { configurationFiles } from './settings.ts'

const settings = {
  socketFolder: '/tmp/guildhall-1',
  port: 5432,
  tcp: false,
  sync: true,
  more: {},
  tuning: '',
  peers: ['root', 'o"malley'],
}

test('without TCP no file mentions the network', () => {
  const files = configurationFiles(settings)
  expect(files['pg_hba.conf']).toBe('local all all peer map=guildhall\n')
  expect(files['postgresql.conf']).toContain("listen_addresses = ''\n")
})

test('with TCP only our two roles may connect, with a password', () => {
  expect(configurationFiles({ ...settings, tcp: true })['pg_hba.conf']).toBe(
    'local all all peer map=guildhall\n' +
      'host all guildhall_owner,guildhall_app 127.0.0.1/32 scram-sha-256\n',
  )
})

test('names and values are quoted', () => {
  const files = configurationFiles({ ...settings, more: { application_name: "it's" } })
  expect(files['pg_ident.conf']).toBe('guildhall "root" all\nguildhall "o""malley" all\n')
  expect(files['postgresql.conf']).toContain("application_name = 'it''s'\n")
})

test('durability is given up only on request', () => {
  expect(configurationFiles(settings)['postgresql.conf']).toContain("fsync = 'on'\n")
  const careless = configurationFiles({ ...settings, sync: false })['postgresql.conf']
  expect(careless).toContain("fsync = 'off'\n")
  expect(careless).not.toContain("fsync = 'on'\n")
})
