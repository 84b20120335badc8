import { useQuery } from '@tanstack/react-query'
import Link2 from 'lucide-react/icons/link-2'
import SearchX from 'lucide-react/icons/search-x'
import { type ComponentType, useMemo, useState } from 'react'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useToast } from '../../ui/toast.tsx'
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
            <NoMatch onClear={() => onViewChange({}, { replace: false })} />
          )
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  Dialog: ComponentType<LinkDialogProps>
  /** As it was then: whoever deletes it meanwhile leaves the question standing. */
  link: CheckoutLink
}

/** The links with what can be done about each, and the dialog that was asked for. */
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
      onDone={(news) => {
        toast({ title: news })
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
      title="There are no checkout links"
      calls={callCode(window.location.origin, create)}
    >
      A checkout link sells products without any code of yours: put it into a mail, a page or a QR
      code.
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
    label: 'Poster at the fair',
    successUrl: 'https://example.com/thanks?checkout={CHECKOUT_ID}',
  },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No checkout link matches"
      action={<Button onClick={onClear}>Show all links</Button>}
    >
      No link has these words in its label or in the names of its products.
    </EmptyState>
  )
}
