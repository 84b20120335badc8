import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { callCode } from '#/lib/call-code.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useToast } from '#/ui/toast.tsx'
import { linkColumns } from './link-columns.tsx'
import type { LinkDialogProps } from './link-dialogs.tsx'
import type { LinkMenuProps } from './link-menu.tsx'
import { type CheckoutLink, type LinksView, linksQuery, newestFirst } from './link-queries.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

interface LinksListProps {
  view: LinksView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

export function LinksList({ view, onViewChange }: LinksListProps) {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...linksQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useLinkRows(data?.items)
  return (
    <>
      <ListCard
        label="Checkout links"
        search="Search checkout links"
        columns={linkColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ link }) => link.id}
        onOpen={({ onAsk }: LinkMenuProps) => onAsk(ShareLinkDialog)}
        view={view}
        onViewChange={onViewChange}
        sortedBy={newestFirst}
        empty={
          view.q === undefined ? (
            <NoLinks />
          ) : (
            <NoMatch noun="checkout links" onClear={() => onViewChange({}, { replace: false })}>
              No checkout link has this label or product name.
            </NoMatch>
          )
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  Dialog: ComponentType<LinkDialogProps>
  /** A snapshot, so that the dialog stays open when someone else deletes the object. */
  link: CheckoutLink
}

/** The links with their menus, and the open dialog. */
function useLinkRows(links: readonly CheckoutLink[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const toast = useToast()
  const rows = useMemo(
    () =>
      links?.map((link) => ({
        link,
        onAsk: (Dialog: Asked['Dialog']) => setAsked({ Dialog, link }),
      })),
    [links],
  )
  useKeptFocus(asked !== null)
  const close = () => setAsked(null)
  const dialog = asked && (
    <asked.Dialog
      link={asked.link}
      onClose={close}
      onDone={(message) => {
        toast({ title: message })
        close()
      }}
    />
  )
  return { rows, dialog }
}

function NoLinks() {
  return (
    <EmptyState
      icon={<Link2 />}
      title="No checkout links yet"
      calls={callCode(window.location.origin, create)}
    >
      Sell products without code: share a checkout link by email, on a page or as a QR code.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/checkout-links/',
  sdk: 'checkoutLinks.create',
  argument: {
    paymentProcessor: 'stripe',
    products: ['a product’s id'],
    label: 'Newsletter',
    successUrl: 'https://example.com/thanks?checkout={CHECKOUT_ID}',
  },
} as const
