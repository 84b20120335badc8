import { scopes } from '@guildhall/contract/organizations/scopes'
import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { describe, expect, it } from 'vitest'
import { createdKinds, createHelp, readCreate } from './create-usage.ts'

const read = (call: string) => {
  const [kind = '', ...args] = call.split(' ')
  const known = createdKinds.find((one) => one === kind)
  if (known === undefined) throw new Error(`${kind} can’t be created`)
  return readCreate(known, args)
}

describe('what to create is parsed', () => {
  it.each([
    ['user create --email Me@acme.test', { kind: 'user', email: 'me@acme.test', name: 'me' }],
    ['user create --email a@b.test --name Ann', { kind: 'user', email: 'a@b.test', name: 'Ann' }],
    [
      'organization create --owner a@b.test --name Acme',
      { kind: 'organization', owner: 'a@b.test', organization: { name: 'Acme', slug: 'acme' } },
    ],
    [
      'token create --organization acme --member a@b.test',
      {
        kind: 'token',
        organization: 'acme',
        member: 'a@b.test',
        token: { comment: 'Created by guildhall token create', scopes },
      },
    ],
    [
      'token create --organization acme --member a@b.test --days 30 --scopes products:read',
      { token: { expiresIn: 30 * 86_400, scopes: ['products:read'] } },
    ],
    [
      'webhooks create --organization acme --url http://localhost:4000/hook',
      {
        kind: 'webhooks',
        organization: 'acme',
        endpoint: { url: 'http://localhost:4000/hook', format: 'raw', events: webhookEventTypes },
      },
    ],
    [
      'webhooks create --organization acme --url http://localhost/ --events order.paid --format slack',
      { endpoint: { format: 'slack', events: ['order.paid'] } },
    ],
  ])('%s', (call, creation) => {
    expect(read(call)).toMatchObject({ creation, isJson: false })
  })

  it('and how to print it', () => {
    expect(read('user create --email a@b.test --json')).toMatchObject({ isJson: true })
  })
})

describe('a wrong call names the option', () => {
  it.each([
    ['user', 'Pass create: guildhall user create; --help shows the options'],
    ['user delete --email a@b.test', 'Pass create: '],
    ['user create', '--email: Field required'],
    ['user create --email nobody', '--email: '],
    [
      'user create --email a@b.test --url http://a.test',
      'guildhall user create has no option --url',
    ],
    ['user create --mail a@b.test', "Unknown option '--mail'"],
    ['organization create', '--owner: Field required\n--name: Field required'],
    ['organization create --owner a@b.test --name A', '--name: '],
    ['organization create --owner a@b.test --name Acme --slug A!', '--slug: '],
    ['token create --member a@b.test', '--organization: pass its slug'],
    [
      'token create --organization acme --member a@b.test --scopes product:read',
      '--scopes: there is no scope product:read; did you mean products:read?',
    ],
    ['token create --organization acme --member a@b.test --days 0', '--days: '],
    ['token create --organization acme --member a@b.test --days soon', '--days: '],
    ['webhooks create --organization acme', '--url: '],
    ['webhooks create --organization acme --url ftp://a.test/', '--url: '],
    ['webhooks create --organization acme --url http://a.test/ --events order.payed', '--events: '],
    ['webhooks create --organization acme --url http://a.test/ --format xml', '--format: '],
  ])('%s', (call, text) => {
    expect(read(call)).toEqual({ usageError: expect.stringContaining(text) })
  })

  it.each(createdKinds)('and the help of %s has exactly its options', (kind) => {
    const accepted = [...new Set(createdKinds.flatMap(helpNames))].filter((name) => {
      const result = readCreate(kind, [
        'create',
        ...(name === 'json' ? ['--json'] : [`--${name}`, 'x']),
      ])
      return !('usageError' in result) || !result.usageError.includes('has no option')
    })
    expect(helpNames(kind).toSorted()).toEqual(accepted.toSorted())
  })

  it('and the example of each help is one', () => {
    for (const kind of createdKinds) {
      expect(read(createHelp[kind].split('guildhall ').at(-1) ?? '')).not.toHaveProperty(
        'usageError',
      )
    }
  })
})

const helpNames = (kind: (typeof createdKinds)[number]): string[] =>
  createHelp[kind].match(/(?<=^ {2}--)\w+/gm) ?? []
