/** The number of characters shown from the end of an id. Ids of the same minute begin with the same characters. */
export const SHORT_ID_CHARS = 8
