/** What every text for the terminal depends on. */
export type Paper = { readonly colour: boolean; readonly columns: number }

/** The same for a text with ages and times. */
export type Page = Paper & { readonly nowMs: number }
