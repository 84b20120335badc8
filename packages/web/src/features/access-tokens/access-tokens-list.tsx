import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import KeyRound from 'lucide-react/icons/key-round'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { callCode } from '#/lib/call-code.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { useNow } from '#/ui/use-now.ts'
import { type AccessTokenRow, accessTokenColumns } from './access-token-columns.tsx'
import { type AccessToken, accessTokensQuery } from './access-token-queries.ts'
import { type AccessTokensView, newestFirst } from './access-tokens-view.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { statusOf } from './token-status.ts'

interface AccessTokensListProps {
  view: AccessTokensView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The organization's access tokens, without their secrets. */
export function AccessTokensList({ view, onViewChange }: AccessTokensListProps) {
  const { id, slug, role } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const now = useNow()
  const [revoked, setRevoked] = useState<AccessToken | null>(null)
  useKeptFocus(revoked !== null)
  const { data } = useQuery({
    ...accessTokensQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const mayWrite = mayIn(role, 'developers', 'write')
  const { linkTo, rows } = useMemo(() => {
    const linkOf = ({ id: tokenId }: AccessToken) =>
      ({
        to: '/dashboard/$slug/settings/access-tokens/$tokenId',
        params: { slug, tokenId },
      }) as const
    return {
      linkTo: linkOf,
      rows: data?.items.map((token) => ({
        token,
        status: statusOf(token, now),
        ...(mayWrite && {
          // A failed navigation shows the error page, so it isn’t awaited.
          onChange: () => void navigate(linkOf(token)),
          onRevoke: () => setRevoked(token),
        }),
      })),
    }
  }, [data, now, mayWrite, slug, navigate])
  return (
    <>
      <ListCard
        label="Access tokens"
        columns={accessTokenColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ token }) => token.id}
        view={view}
        onViewChange={onViewChange}
        sortedBy={newestFirst}
        {...(mayWrite && {
          rowHref: ({ token }: AccessTokenRow) => router.buildLocation(linkTo(token)).href,
          onOpen: ({ token }: AccessTokenRow) => void navigate(linkTo(token)),
        })}
        empty={<NoTokens mayWrite={mayWrite} />}
      />
      {revoked && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

function NoTokens({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState
      icon={<KeyRound />}
      title="No access tokens yet"
      calls={callCode(window.location.origin, firstCall)}
      callsTitle="What your backend can do with a token"
    >
      {mayWrite
        ? 'An access token lets your backend act on behalf of this organization. Select “Create token” to add one.'
        : 'An access token lets a backend act on behalf of this organization. Owners and admins can create tokens.'}
    </EmptyState>
  )
}

const firstCall = {
  method: 'POST',
  path: '/v1/customers/',
  sdk: 'customers.create',
  argument: { email: 'ada@example.com' },
} as const
