import { describe, expect, it } from 'vitest'
import { auditFilters, readAuditView } from './audit-view.ts'

const id = '01990000-0000-7000-8000-000000000000'

describe('the view of the audit log', () => {
  it('is read from the URL', () => {
    const view = {
      page: 2,
      actor: 'operator',
      by: id,
      action: 'updateProduct',
      kind: 'product',
      object: id,
      from: '2026-02-01',
      to: '2026-02-28',
    }
    expect(readAuditView(view)).toEqual(view)
  })

  it.each([
    { actor: 'ghost' },
    { by: 'me' },
    { action: 'a b' },
    { kind: '<b>' },
    { object: 'x'.repeat(101) },
    { from: '2026-02-01' },
  ])('ignores %o', (search) => {
    expect(readAuditView(search)).toEqual({})
  })

  it('includes its last day', () => {
    const { from = '', to = '' } = auditFilters({ from: '2026-02-01', to: '2026-02-01' })
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000)
  })
})
