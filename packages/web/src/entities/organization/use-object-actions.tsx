import { useNavigate } from '@tanstack/react-router'
import ContactRound from 'lucide-react/icons/contact-round'
import Copy from 'lucide-react/icons/copy'
import { type PageAction, usePageActions } from '#/ui/page-actions.ts'
import { useCopy } from '#/ui/use-copy.ts'
import { useOrganization } from './current-organization.tsx'

interface ObjectAtHand {
  /** "order", as the palette names it: "This order". */
  type: string
  id: string
  /** Whose it is, for objects of a customer. */
  customerId?: string
}

/** Offers in the palette what the page of an object can do, and what every such page can. */
export function useObjectActions(
  { type, id, customerId }: ObjectAtHand,
  actions: readonly PageAction[],
): void {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const copy = useCopy()
  const open = (customer: string): PageAction => ({
    label: 'Open customer',
    icon: <ContactRound />,
    // A failed navigation shows the error page, so it isn’t awaited.
    run: () =>
      void navigate({
        to: '/dashboard/$slug/customers/$customerId',
        params: { slug, customerId: customer },
      }),
  })
  const copyId = { label: 'Copy ID', icon: <Copy />, run: () => void copy(id, 'ID') }
  usePageActions(`This ${type}`, [
    ...actions,
    ...(customerId === undefined ? [] : [open(customerId)]),
    copyId,
  ])
}
