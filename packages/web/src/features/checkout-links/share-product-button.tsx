import { createCheckoutLink } from '@guildhall/contract/checkout/links'
import { useQueryClient } from '@tanstack/react-query'
import Share2 from 'lucide-react/icons/share-2'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage, type Messages } from '#/lib/failure-message.ts'
import { Button } from '#/ui/button.tsx'
import { usePageActions } from '#/ui/page-actions.ts'
import { useToast } from '#/ui/toast.tsx'
import { type CheckoutLink, type ProductId, productLinksQuery } from './link-queries.ts'
import { linkToShare } from './link-to-share.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

/** Shows the link of a product, which it creates if there is none. */
export function ShareProductButton({ productId }: { productId: ProductId }) {
  const { role } = useOrganization()
  const toast = useToast()
  const [link, setLink] = useState<CheckoutLink | null>(null)
  const [isBusy, setBusy] = useState(false)
  const findOrCreate = useLinkOfProduct(productId)
  const mayShare = mayIn(role, 'catalog', 'write')
  const share = async () => {
    setBusy(true)
    try {
      setLink(await findOrCreate())
    } catch (error) {
      toast({ tone: 'bad', title: 'No link was created', description: reason(error) })
    } finally {
      setBusy(false)
    }
  }
  const action = {
    label: 'Share',
    icon: <Share2 aria-hidden="true" />,
    run: () => void share(),
  }
  usePageActions('This product', mayShare ? [action] : [])
  if (!mayShare) return null
  return (
    <>
      <Button variant="primary" loading={isBusy} onClick={action.run}>
        {action.icon} {action.label}
      </Button>
      {link !== null && <ShareLinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  )
}

function useLinkOfProduct(productId: ProductId): () => Promise<CheckoutLink> {
  const { id: organizationId } = useOrganization()
  const queryClient = useQueryClient()
  const change = useChange()
  return async () => {
    const links = await queryClient.fetchQuery(productLinksQuery(organizationId, productId))
    const existing = linkToShare(links)
    if (existing !== null) return existing
    const body = { organizationId, products: [productId] }
    return change(() => api.call(createCheckoutLink, { body }))
  }
}

const reason = (error: unknown): string => failureMessage(error, messages)

const messages: Messages = {
  NotPermitted: 'Your role changed. Only owners and admins can create checkout links.',
}
