import { retryGrant, retryGrants } from '@guildhall/contract/entitlements/grants'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { platformOf } from '#/entities/benefit/external-platform.ts'
import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { passFocusOn } from '#/lib/focus-title.ts'
import { formatCount } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Benefit } from './benefit-queries.ts'
import { failedCountQuery } from './grant-queries.ts'

/** Tries to deliver a failed grant again, or to take away a revoked one. */
export function RetryButton({ grant }: { grant: Grant }) {
  const { id, status, error, customer } = grant
  const { role } = useOrganization()
  const { isBusy, retry } = useRetry()
  const hasFailed = status === 'failed' || (status === 'revoked' && error !== null)
  if (!(hasFailed && mayIn(role, 'catalog', 'write'))) return null
  const name = customerName(customer)
  const again = async () => {
    await api.call(retryGrant, { params: { id } })
    return `Trying again for ${name}`
  }
  return (
    <Button
      ref={passFocusOn}
      size="s"
      className="mt-1.5"
      loading={isBusy}
      onClick={() => void retry(again)}
    >
      Retry<span className="sr-only"> for {name}</span>
    </Button>
  )
}

/** Tries all failed grants of a benefit again. Nothing while there are none. */
export function RetryAllButton({ benefit }: { benefit: Benefit }) {
  const { id, role } = useOrganization()
  const { isBusy, retry } = useRetry()
  const isOffered = platformOf(benefit.type) !== null && mayIn(role, 'catalog', 'write')
  const { data: count = 0 } = useQuery({
    ...failedCountQuery(id, benefit.id),
    enabled: isOffered,
  })
  if (!isOffered || count === 0) return null
  const again = async () => {
    const { retriedCount } = await api.call(retryGrants, { params: { id: benefit.id } })
    return `Trying ${formatCount(retriedCount)} again`
  }
  return (
    <Button ref={passFocusOn} size="s" loading={isBusy} onClick={() => void retry(again)}>
      Retry {count === 1 ? '1 failed' : `all ${formatCount(count)} failed`}
    </Button>
  )
}

function useRetry() {
  const change = useChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  /** Returns what is said about it. */
  const retry = async (again: () => Promise<string>) => {
    setBusy(true)
    try {
      toast({ title: await change(again) })
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, retry }
}
