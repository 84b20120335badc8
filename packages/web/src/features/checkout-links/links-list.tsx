import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ProductFilter } from '#/entities/product/product-filter.tsx'
import { callCode } from '#/lib/call-code.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useToast } from '#/ui/toast.tsx'
import { linkColumns } from './link-columns.tsx'
import type { LinkDialogProps } from './link-dialogs.tsx'
import type { LinkMenuProps } from './link-menu.tsx'
import { type CheckoutLink, linksQuery } from './link-queries.ts'
import { type LinksView, newestFirst, readLinksView } from './links-view.ts'
import { ShareLinkDialog } from './share-link-dialog.tsx'

interface LinksListProps {
  view: LinksView
  onViewChange: (view: LinksView, how: { replace: boolean }) => void
}

export function LinksList({ view, onViewChange }: LinksListProps) {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...linksQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useLinkRows(data?.items)
  const { product, ...list } = view
  const { page: _, ...firstPage } = list
  return (
    <>
      <ListCard
        label="Checkout links"
        search="Search checkout links"
        filters={
          <ProductFilter
            value={product}
            onChange={(chosen) =>
              onViewChange(readLinksView({ ...firstPage, product: chosen }), { replace: false })
            }
          />
        }
        columns={linkColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ link }) => link.id}
        onOpen={({ onAsk }: LinkMenuProps) => onAsk(ShareLinkDialog)}
        view={list}
        onViewChange={(next, how) => onViewChange(readLinksView({ ...next, product }), how)}
        sortedBy={newestFirst}
        empty={
          view.q === undefined && product === undefined ? (
            <NoLinks />
          ) : (
            <NoMatch noun="checkout links" onClear={() => onViewChange({}, { replace: false })}>
              {product === undefined
                ? 'No checkout link has this label or product name.'
                : 'No checkout link of this product has this label.'}
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
