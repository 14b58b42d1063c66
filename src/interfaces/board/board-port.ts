/** M-A-Y-D on a telephone. The same each time, so that a page that is left open finds a board that is started again. */
export const BOARD_PORT = 6293
