def is_leap(year):
    """Does the year have a 29th of February?"""
    return year % 4 == 0
