import unittest

from leap import is_leap


class LeapTest(unittest.TestCase):
    def test_every_fourth_year(self):
        self.assertTrue(is_leap(2024))

    def test_not_every_century(self):
        self.assertFalse(is_leap(1900))
        self.assertTrue(is_leap(2000))


if __name__ == "__main__":
    unittest.main()
