def is_leap(year):
    """Does the year have a 29th of February?"""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
