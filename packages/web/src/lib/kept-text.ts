interface KeptText {
  read(): string | null
  /** Null removes it. */
  write(text: string | null): void
}

/** A text that the browser keeps; where storage is blocked, it lasts as long as the page. */
export function keptText(key: string): KeptText {
  let unsaved: string | null = null
  return {
    read: () => {
      try {
        return localStorage.getItem(key)
      } catch {
        return unsaved
      }
    },
    write: (text) => {
      unsaved = text
      try {
        if (text === null) localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // Kept for this page in `unsaved`.
      }
    },
  }
}
