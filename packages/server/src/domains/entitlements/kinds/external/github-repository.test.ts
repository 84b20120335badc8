import { expect, it } from 'vitest'
import { highestPermission } from './github-repository.ts'

const giving = (permission: string) => ({
  properties: { repositoryOwner: 'acme', repositoryName: 'Rockets', permission },
})

it.each([
  [['pull'], 'pull'],
  [['push', 'triage'], 'push'],
  [['pull', 'admin', 'maintain'], 'admin'],
])('of benefits that give %j an account has %s', (permissions, highest) => {
  expect(highestPermission(permissions.map(giving))).toBe(highest)
})
