/** So many characters of the end of an id are shown: ids of the same minute begin alike. */
export const SHORT_ID_CHARS = 8
