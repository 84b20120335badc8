const nameOf = (slug: string) => `portal ${slug}`

/** For this tab only; closing it signs out. */
export const keptToken = (slug: string): string | null => sessionStorage.getItem(nameOf(slug))

export const keepToken = (slug: string, token: string): void =>
  sessionStorage.setItem(nameOf(slug), token)

export const forgetToken = (slug: string): void => sessionStorage.removeItem(nameOf(slug))
