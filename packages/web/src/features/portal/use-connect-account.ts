import { authorizeOAuthAccount } from '@guildhall/contract/portal/oauth-accounts'
import { useState } from 'react'
import { type Platform, platformNames } from '#/entities/benefit/external-platform.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { useToast } from '#/ui/toast.tsx'
import type { Shop } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/**
 * Leaves for the service where the customer shows an account, which returns to this page. In the
 * same tab, because it has the session.
 */
export function useConnectAccount({ organization }: Shop) {
  const { api } = usePortal()
  const toast = useToast()
  const [isLeaving, setLeaving] = useState(false)
  const connect = async (platform: Platform) => {
    setLeaving(true)
    try {
      const returnTo = `/portal/${encodeURIComponent(organization.slug)}`
      const { url } = await api.call(authorizeOAuthAccount, { body: { platform, returnTo } })
      window.location.assign(url)
    } catch (error) {
      toast({ title: failureMessage(error, notConnectable(platform)), tone: 'bad' })
    } finally {
      setLeaving(false)
    }
  }
  return { isLeaving, connect }
}

/** The server’s own words are for its operator. */
const notConnectable = (platform: Platform) => ({
  RequestValidationError: `${platformNames[platform]} accounts can’t be connected here at present. Ask the seller.`,
})
